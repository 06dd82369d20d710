/** Once per run: what is not being tested, and how to add it. */
export function setup(): void {
  if (process.env.NEO4J_URL) return;
  console.info('Neo4j: not tested; set NEO4J_URL=bolt://127.0.0.1:7687 (docker compose up -d neo4j)');
}
