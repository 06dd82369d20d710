/** The one table of routes and of how each verb travels: server, client and OpenAPI document are made from it. */
import * as aliases from './aliases.ts';
import * as amend from './amend.ts';
import * as facts from './facts.ts';
import * as graph from './graph.ts';
import * as identity from './identity.ts';
import * as operations from './operations.ts';
import * as registry from './registry.ts';
import * as retire from './retire.ts';
import * as reviews from './reviews.ts';
import * as settings from './settings.ts';
import type { Codec, Route, Verb } from './wire.ts';

export const CODECS: { readonly [V in Verb]: Codec<V> } = {
  remember: facts.remember,
  current: facts.current,
  asOf: facts.asOf,
  list: facts.list,
  history: facts.history,
  why: facts.why,
  neighbours: graph.neighbours,
  paths: graph.paths,
  retract: amend.retract,
  withdraw: amend.withdraw,
  correct: amend.correct,
  archive: amend.archive,
  restore: amend.restore,
  operations: operations.operations,
  operation: operations.operation,
  undo: operations.undo,
  retire: retire.retire,
  predicates: registry.predicates,
  definePredicate: registry.definePredicate,
  merge: identity.merge,
  unmerge: identity.unmerge,
  split: identity.split,
  judge: identity.judge,
  whySame: identity.whySame,
  how: identity.how,
  putEntity: registry.putEntity,
  entity: registry.entity,
  resolve: aliases.resolve,
  aliases: aliases.aliases,
  addAlias: aliases.addAlias,
  removeAlias: aliases.removeAlias,
  reviews: reviews.reviews,
  review: reviews.review,
  decideReview: reviews.decideReview,
  decideReviews: reviews.decideReviews,
  settings: settings.settings,
  changeSettings: settings.changeSettings,
  doctor: graph.doctor,
};

export const ROUTES: readonly Route[] = [
  ...facts.routes,
  ...amend.routes,
  ...operations.routes,
  ...retire.routes,
  ...registry.routes,
  ...aliases.routes,
  ...identity.routes,
  ...reviews.routes,
  ...settings.routes,
  ...graph.routes,
];
