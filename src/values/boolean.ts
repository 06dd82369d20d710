import { foldText } from '../domain/keys.ts';
import { invalid, type ReadValue } from './value-type.ts';

/** "no" is no in every language where it is a word at all; words that are yes in one language and no in another are left out. */
const YES = 'true yes y on ja wahr oui vrai sí si sì verdadero vero sim waar tak kyllä evet да так igen はい 是 예 네 हाँ نعم כן ya'.split(
  ' ',
);
const NO = 'false no n off nein falsch non faux nee nej nei ei hayır нет ні nem いいえ 否 아니요 नहीं لا לא não nie tidak'.split(' ');

export const readBoolean: ReadValue = (_, text) => {
  const word = foldText(text);
  const value = YES.includes(word);
  return value || NO.includes(word) ? { value, key: `b:${value}`, text } : invalid('must be true or false');
};
