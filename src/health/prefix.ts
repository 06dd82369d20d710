/** What the keys of a namespace begin with, or of all: a key is looked up by its beginning, so an audit of one doesn't read the others. */
export const prefixOf = (namespace: string | null): string => (namespace === null ? '' : `${namespace}|`);

/** What its keys come before; `}` follows `|`. */
export const untilOf = (namespace: string | null): string => (namespace === null ? '\uffff' : `${namespace}}`);
