/** Thrown to roll a change back once its answer is known: of a dry run, or of one that does nothing. */
export class Rollback extends Error {
  /** What whoever began the change answers instead. */
  readonly reply: object;
  constructor(reply: object) {
    super('rolled back');
    this.reply = reply;
  }
}
