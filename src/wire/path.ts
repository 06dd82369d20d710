import { invalidInput } from '../errors.ts';

/** Fills a template. Ids may hold `:`, `/` and spaces, so every part is percent-encoded. */
export function toPath(template: string, params: Readonly<Record<string, string>>, operation: string): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    // URLs swallow these two, also when they are encoded
    if (value === '.' || value === '..')
      throw invalidInput(operation, [{ path: name, message: 'can be no part of a path', next: 'use another name of it' }]);
    return encodeURIComponent(value);
  });
}

/** A header takes visible ASCII; any other key is percent-encoded, and so is one that holds a "%". */
export function toHeader(text: string): string {
  return /^[\x21-\x24\x26-\x7e]+$/.test(text) ? text : encodeURIComponent(text);
}

export function fromHeader(text: string, name: string, operation: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidInput(operation, [{ path: name, message: 'is not percent-encoded', next: 'write a % as %25' }]);
  }
}
