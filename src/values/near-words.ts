/** What near.ts knows of single words. Words are in lower case, with umlauts and ß written out. */
const listOf = (words: string): readonly string[] => words.split(/\s+/).filter((w) => w !== '');

/** Beginnings that make two words of one. */
const PREFIXES = [
  'macro micro',
  'hyper hypo',
  'inter intra intro infra',
  'pre pro per',
  'ante anti',
  'deca deci',
  'endo exo ecto',
  'homo hetero',
  'over under',
  'ab ad',
  'ver vor',
  'be ge',
  'ein aus an ab',
  'ent emp',
].map(listOf);

/** Stems a slip of the pen apart, each a word in its own right. */
const APART = `
  abbring abring|addiction addition|addict addit|advis advic|altercat alterat alternat|barel barle|cannon canon|career carer|casual causal|
  coddling codling|collision collusion|comma coma|commend command|complaint compliant|complement compliment|comportment compartment|
  concussion concession|conductive conducive|confirm conform|construct constrict|contingen continen|conviction convection|corral coral|
  correspond corespond|creation cremation crenation|decreas deceas|deflect defect defecat|deportment department|depriv deprav|desert dessert|
  devis devic|discreet discrete|ethnical ethical|ethnolog etholog|expansi expensi|expand expend|expirat expiat|fascinat fasciat|
  geschlossen geschossen|graduat gradat|hearted heated|humaneness humanness|immoral immortal|impalement implement|imperious impervious|
  impruden impuden|infarct infract|inflict inflect infect|ingenious ingenuous|inhabit inhibit|inhabitation inhibition|insolen insolven|
  installation instillation|insulation insolation|interment internment|ladie laddie|liberat librat libat|maniacal manical|marital martial|
  mediat meditat medicat|medical medial|mortalit moralit|ordinance ordnance|overrate overate|parental paternal|patient patent|perfect prefect|
  predict predicat|presentim presentm|prophec prophes|reaction redaction|reflect refect|repris repric|retroactive retractive|sacred scared|
  salvation salivation|sentenc sentienc|sentient sentiment|silver sliver|simula stimula|tortuous torturous|transaction transection|
  united untied|unlivable unlovable|veracious voracious|vertrag vertag|allocation allocution`
  .split('|')
  .map(listOf);

/** In one group, and not the same: two words. */
const apartIn = (groups: readonly (readonly string[])[], a: string, b: string): boolean =>
  groups.some((group) => {
    // the longest fitting one is meant: predicat, not predict
    const of = (word: string) => group.filter((g) => word.startsWith(g)).sort((x, y) => y.length - x.length)[0];
    const [mine, theirs] = [of(a), of(b)];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });

export const areTwoWords = (a: string, b: string): boolean => apartIn(PREFIXES, a, b) || apartIn(APART, a, b);

/** Plurals that mean something else than several of it, and family names that are given names but for the s. */
const PLURALS = new Set(
  listOf(`clothes contents customs damages earnings economics effects ethics forces futures glasses goods headquarters honors honours manners
    minutes morals physics politics premises proceeds regards remains rights savings shorts spirits statistics thanks
    abrahams andrews brooks daniels davids edwards fields isaacs jacobs jeffers matthews michaels nichols peters philips phillips richards roberts
    rogers samuels simons stephens stevens walters waters williams willis woods`),
);
export const isOwnPlural = (word: string): boolean => PLURALS.has(word);

/** After these an "a" is a name: group a, vitamin a. */
const LABELLED = new Set(
  listOf(`apartment appendix arm batch block blood building category class cohort column corridor door entrance exhibit figure flat floor gate grade group hall hepatitis influenza item
    label level line lot model note option part phase plan platform player point product route room row rule sample schedule seat section sector serie series shelf
    side stage staircase step table team tier terminal test track type unit variant version vitamin wing zone gruppe klasse linie punkt stufe teil typ`),
);
export const isLabelled = (word: string): boolean => LABELLED.has(word);

const ENGLISH_ARTICLES = new Set(['the', 'a', 'an']);
const GERMAN_ARTICLES = new Set(listOf('der die das den dem des ein eine einen einem einer eines'));
export const isEnglishArticle = (word: string): boolean => ENGLISH_ARTICLES.has(word);
export const isGermanArticle = (word: string): boolean => GERMAN_ARTICLES.has(word);

/** After these "die" is a verb, and "der" part of a name (van der Berg). */
const NO_ARTICLE_AFTER = new Set(
  listOf(`to will would may might can could shall should must not never and or they we you i did does do let lets who that until
    van von vom zu zum zur de la le`),
);
export const mayHaveArticle = (before: string): boolean => !NO_ARTICLE_AFTER.has(before);

/** Numbers in words, also within others: fifteenth, zweihundert, eighty. */
const NUMBERS =
  /^(?:eleven|twel(?:ve|fth)|twen|thir|for|four|fif|five|six|seven|eigh|nine|ninth|hundred|thousand|million|milliard|billion|trillion|dozen|double|triple|single|half|quarter|third|second|first)(?:\w*(?:teen|ty|ties|tieth)(?:th|s)?|th|s|fold|ly)?$|(?:zwei|drei|vier|fuenf|sechs|sieb|acht|neun|zehn|zwoelf|zwanzig|dreissig|zig|hundert|tausend|million|milliard|dutzend)(?:st|t)?(?:e|en|er|es|em|el|fach|mal)?$/;
const ROMAN = /^[ivxlcdm]+$/;
/** Words whose every letter counts. */
export const isNumberWord = (word: string): boolean => NUMBERS.test(word) || ROMAN.test(word);

/** ei and ie tell words apart in German (schreiben, schrieben); in these English ones they are mistaken for each other. */
export const isMistakenEi = (word: string): boolean =>
  /^(?:re|de|con|per)c(?:ei|ie)|^(?:be|re|dis)l(?:ie|ei)[vf]|^ach(?:ie|ei)v|^fr(?:ie|ei)nd|^n(?:ei|ie)ghb|^for(?:ei|ie)gn|^retr(?:ie|ei)v/.test(
    word,
  );

/** British words in -our that are the American ones in -or. */
export const OUR =
  /(?<=^(?:arm|behavi|cand|clam|col|endeav|fav|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rum|sav|splend|tum|val|vap|vig))our/;

/** ß and ss tell these apart. */
const SHARP = /^(?:masse|massen|busse|bussen|floss|flosse|flossen)$/;
export const isSharp = (word: string): boolean => SHARP.test(word);

/** Stems that are often misspelt, the right one first, in ways that the rules do not see. */
const MISSPELT = `
  address adress|aggressive agressive|allergic alergic|argument arguement|awkward akward|beginning begining|business buisness bussiness|
  calendar calender|character charachter|commission comission|committee comittee commitee|concise consise|
  definite definate|different diffrent|disappoint dissapoint|embarrass embarass|especially especialy|experience experiance|finally finaly|
  generally generaly|grammar grammer|independent independant|intelligent inteligent|interest intrest|knowledge knowlege|
  language langauge|library libary|literature litrature|maintenance maintainance maintenence|necessary neccessary necesary|
  occasion occassion ocassion|parliament parliment|particular particuler|possess posess|preferred prefered|privilege priviledge|
  probably probaly|professor proffesor|pronunciation pronounciation|publicly publically|really realy|recommend recomend reccommend reccomend|
  rhythm rythm|sandwich sandwhich|schedule shedule|secretary secretery|separat seperat|similar similiar|strength strenght|
  successful succesful sucessful|surprise suprise|temperature temprature|tomorrow tommorow tommorrow|tongue tounge|usually usualy|vacuum vaccum|
  vegetari vegeteri|wednesday wensday|
  eigentlich eigendlich|hoffentlich hoffendlich|interessant interresant intressant|naemlich naehmlich|
  standard standart|voraus vorraus|wahrscheinlich warscheinlich|ziemlich ziehmlich`
  .split('|')
  .map(listOf);

/** Every spelling of a stem with the right one. */
const RIGHT = new Map(MISSPELT.flatMap((group) => group.map((stem) => [stem, group[0] as string] as const)));
const LONGEST = Math.max(...[...RIGHT.keys()].map((stem) => stem.length));

/** The word as it is rightly spelt. */
function rightly(word: string): string {
  for (let length = Math.min(word.length, LONGEST); length >= 4; length--) {
    const right = RIGHT.get(word.slice(0, length));
    if (right !== undefined) return right + word.slice(length);
  }
  return word;
}

/** One word, one time misspelt. */
export const isMisspelt = (a: string, b: string): boolean => rightly(a) === rightly(b);
