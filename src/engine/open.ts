import { invalidInput } from '../errors.ts';
import type { Engine, EngineOptions } from './engine.ts';

const SCHEMES = ['memory:', 'file:PATH', 'bolt://HOST', 'bolt+s://HOST', 'neo4j://HOST', 'neo4j+s://HOST'];

/** The scheme picks the engine; its driver is loaded only then. */
export async function openEngine(url: string, options: EngineOptions = {}): Promise<Engine> {
  const scheme = /^([a-z][a-z0-9+]*):/.exec(url)?.[1];
  switch (scheme) {
    case 'memory':
    case 'file': {
      const { openGrafeo } = await import('./grafeo/adapter.ts');
      return openGrafeo(url, options);
    }
    case 'bolt':
    case 'bolt+s':
    case 'neo4j':
    case 'neo4j+s': {
      const { openNeo4j } = await import('./neo4j/adapter.ts');
      return openNeo4j(url, options);
    }
    default:
      // the address may hold a password, so it isn't repeated
      throw invalidInput('open', [{ path: 'store', message: 'has an unknown scheme', next: `use one of ${SCHEMES.join(', ')}` }]);
  }
}
