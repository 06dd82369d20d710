import type { Graph } from '../../src/graph.ts';
import type { RetireInput, RetireReply, WriteOptions } from '../../src/palimpsest.ts';
import { Entities } from '../../src/registry/entities.ts';
import { Predicates } from '../../src/registry/predicates.ts';
import { Settings } from '../../src/registry/settings.ts';
import { Whom } from '../../src/registry/whom.ts';
import { retire, type Sizes } from '../../src/retire/retire.ts';

/** Retires as the verb does, with other sizes. */
export function retiring(graph: Graph, sizes: Sizes) {
  const entities = new Entities(graph);
  const predicates = new Predicates(graph);
  const whom = new Whom(graph, { entities, predicates, settings: new Settings(graph) });
  return (namespace: string, entity: string, input: RetireInput = {}, options: WriteOptions = {}): Promise<RetireReply> =>
    retire(graph, { entities, predicates, whom }, namespace, entity, input, options, sizes);
}
