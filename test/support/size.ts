/** Proofs run small in CI and at full size with PALIMPSEST_PROVE=full. */
export const FULL = process.env.PALIMPSEST_PROVE === 'full';
export const sized = <T>(small: T, full: T): T => (FULL ? full : small);

/** For fast-check: the seed is printed, and PALIMPSEST_SEED repeats a run. */
export const SEED = process.env.PALIMPSEST_SEED === undefined ? Date.now() % 1_000_000 : Number(process.env.PALIMPSEST_SEED);
