/** JSON in which the order of keys doesn't count: the same for what is equal. */
export const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)) : part,
  );
