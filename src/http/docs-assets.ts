/** What the page of the documentation loads. */
export const docsStyle = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; grid-template-columns: 16rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 0 1rem; box-sizing: border-box; border-right: 1px solid #8884; }
nav ul { list-style: none; padding: 0; margin: 0; }
nav h3 { margin: 1rem 0 0; text-transform: capitalize; }
main { padding: 0 1.5rem 4rem; }
section { border-top: 1px solid #8884; margin-top: 2rem; }
table { border-collapse: collapse; margin: .5rem 0; }
th { text-align: left; font-weight: 600; }
td, th { padding: .2rem .8rem .2rem 0; vertical-align: top; border-bottom: 1px solid #8883; }
code, pre, textarea, input { font: 13px/1.4 ui-monospace, monospace; }
textarea { width: 100%; box-sizing: border-box; }
pre { background: #8881; padding: .8rem; overflow: auto; max-height: 30rem; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; } }
`;

/** Sends what stands in the fields of a section, and shows what comes back. */
export const docsScript = `
for (const section of document.querySelectorAll('section')) {
  section.querySelector('button').addEventListener('click', async () => {
    const shown = section.querySelector('pre');
    const headers = {};
    const query = new URLSearchParams();
    let path = section.dataset.path;
    for (const { dataset, value } of section.querySelectorAll('input')) {
      if (dataset.in === 'path') path = path.replace('{' + dataset.name + '}', encodeURIComponent(value));
      else if (value !== '' && dataset.in === 'query') query.append(dataset.name, value);
      else if (value !== '') headers[dataset.name] = value;
    }
    const body = section.querySelector('textarea')?.value;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const url = path + (query.size > 0 ? '?' + query : '');
    shown.hidden = false;
    try {
      const response = await fetch(url, { method: section.dataset.method, headers, body });
      const said = await response.text();
      let pretty = said;
      try { pretty = JSON.stringify(JSON.parse(said), null, 2); } catch {}
      shown.textContent = section.dataset.method + ' ' + url + '\\n' + response.status + '\\n\\n' + pretty;
    } catch (error) {
      shown.textContent = String(error);
    }
  });
}
`;
