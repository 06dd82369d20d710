/**
 * Legal forms of companies, as they stand at the end of a name (in some languages at the beginning), each under the form it is one with.
 * Written as folded keys. Source: the forms' own names in the companies acts of the countries in question.
 */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  inc: ['inc', 'incorporated'],
  corp: ['corp', 'corporation'],
  co: ['co', 'company'],
  ltd: ['ltd', 'limited', 'co ltd', 'company limited'],
  llc: ['llc', 'l l c', 'limited liability company'],
  llp: ['llp'],
  lp: ['lp'],
  plc: ['plc', 'public limited company'],
  'pty ltd': ['pty ltd', 'pty limited', 'proprietary limited'],
  gmbh: ['gmbh', 'g m b h', 'gesellschaft mit beschrankter haftung'],
  'gmbh co kg': ['gmbh and co kg', 'gmbh co kg'],
  ag: ['ag', 'aktiengesellschaft'],
  kg: ['kg', 'kommanditgesellschaft'],
  kgaa: ['kgaa'],
  ohg: ['ohg'],
  ug: ['ug', 'ug haftungsbeschrankt'],
  ev: ['e v', 'ev', 'eingetragener verein'],
  se: ['se', 'societas europaea'],
  sa: ['sa', 's a', 'societe anonyme', 'sociedad anonima'],
  sas: ['sas', 's a s'],
  sarl: ['sarl', 's a r l'],
  srl: ['srl', 's r l'],
  spa: ['spa', 's p a', 'societa per azioni'],
  sl: ['s l', 'sl', 'sociedad limitada'],
  bv: ['bv', 'b v', 'besloten vennootschap'],
  nv: ['nv', 'n v', 'naamloze vennootschap'],
  ab: ['ab', 'aktiebolag'],
  as: ['a s', 'as', 'aktieselskab', 'aksjeselskap'],
  asa: ['asa'],
  oy: ['oy', 'osakeyhtio'],
  oyj: ['oyj'],
  'sp z o o': ['sp z o o', 'spolka z ograniczona odpowiedzialnoscia'],
  kft: ['kft'],
  ooo: ['ооо'],
  zao: ['зао'],
  pao: ['пао', 'оао'],
  kk: ['株式会社', '(株)', 'kabushiki kaisha', 'k k'],
  gk: ['合同会社'],
  yk: ['有限会社', '(有)'],
  jusik: ['주식회사', '(주)'],
  yuhan: ['유한회사', '(유)'],
  'cn gufen': ['股份有限公司'],
  'cn youxian': ['有限责任公司', '有限公司'],
};

/** Forms that stand before the name as well as after it, without a space between. */
export const UNSPACED: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMS)
    .flatMap(([form, ways]) => ways.map((way) => [way, form] as const))
    .filter(([way]) => /[\p{Script=Han}\p{Script=Hangul}]/u.test(way))
    .sort(([a], [b]) => b.length - a.length),
);
/** By their last word; longest first, so that "co ltd" is not taken for "ltd". */
export const SPACED: ReadonlyMap<string, readonly (readonly [way: string, form: string])[]> = byLastWord(
  Object.entries(FORMS)
    .flatMap(([form, ways]) => ways.map((way) => [way, form] as const))
    .filter(([way]) => !UNSPACED.has(way))
    .sort(([a], [b]) => b.length - a.length),
);

export function lastWord(text: string): string {
  return text.slice(text.lastIndexOf(' ') + 1);
}

function byLastWord(ways: readonly (readonly [string, string])[]): Map<string, (readonly [string, string])[]> {
  const map = new Map<string, (readonly [string, string])[]>();
  for (const way of ways) map.set(lastWord(way[0]), [...(map.get(lastWord(way[0])) ?? []), way]);
  return map;
}
