/** Makes `seeds/values` from the packages and lists it comes from: `npm run seeds:build`. */
import { buildCountries } from './countries.ts';
import { buildCurrencies } from './currencies.ts';
import { buildLanguages } from './languages.ts';
import { buildMonths } from './months.ts';
import { buildTimezones } from './timezones.ts';
import { buildTools } from './tools.ts';

buildCountries();
buildCurrencies();
buildLanguages();
buildMonths();
buildTimezones();
await buildTools();
