import { domainToASCII } from 'node:url';
import { boundedPart } from '../domain/keys.ts';
import { invalid, type ReadValue } from './value-type.ts';

const ADDRESS = /^(?:mailto:)?([^\s@"<>(),;:\\[\]]{1,64})@([^\s@/]+\.[^\s@/.]{2,})\.?$/i;

/** The domain doesn't mind case; the part before the @ is its owner's affair. */
export const readEmail: ReadValue = (_, text) => {
  const [, local = '', said = ''] = ADDRESS.exec(text) ?? [];
  const domain = domainToASCII(said);
  if (local === '' || domain === '' || /^\.|\.\.|\.$/.test(local)) return invalid('must be an e-mail address');
  const value = `${local}@${domain}`;
  return { value, key: `a:${boundedPart(value)}`, text };
};
