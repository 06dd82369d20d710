import { boundedPart } from '../domain/keys.ts';
import { invalid, type ReadValue } from './value-type.ts';

/** How git writes an address of ssh: `git@host:path`. */
const SCP = /^([\w.-]+@[\w-]+(?:\.[\w-]+)+):(?!\d+(?:\/|$)|\/)(\S+)$/;
const BARE = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

/**
 * Scheme and host without case, no default port, no slash at the end of the path; an address without a scheme is https. Path, query and
 * fragment are left as they are, and http isn't https.
 */
export const readUrl: ReadValue = (_, text) => {
  const [, login, path] = SCP.exec(text) ?? [];
  const said = login !== undefined ? `ssh://${login}/${path}` : BARE.test(text) ? `https://${text}` : text;
  if (/\s/.test(said) || !/^[a-z][a-z\d+.-]*:\/\/[^/]/i.test(said) || !URL.canParse(said)) return invalid('must be a URL');
  const url = new URL(said);
  const rest = `${url.search}${url.hash}`;
  const value = `${url.href.slice(0, url.href.length - rest.length).replace(/\/$/, '')}${rest}`;
  return { value, key: `w:${boundedPart(value)}`, text };
};
