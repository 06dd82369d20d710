/** A canonical thing with one id in its namespace. */
export interface Entity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly state: 'active';
  readonly aliases: readonly string[];
  /** Ids of the entities that were merged into it: they answer for it. */
  readonly merged: readonly string[];
  readonly createdAt: string;
}
