import type { ClaimOrigin } from '../domain/claim.ts';
import type { FactValue } from '../domain/fact.ts';
import type { Precision } from '../domain/time.ts';

/** The properties of a fact as the graph returns them; what is null may be missing. */
export interface FactRow {
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly subject: string;
  readonly predicate: string;
  readonly value: FactValue;
  readonly valueKey: string;
  readonly valueType: string;
  readonly valueEntity?: string | null;
  /** Name of the entity that the value is, where it was asked for. */
  readonly entityName?: string | null;
  readonly text: string;
  readonly qualifiers: string;
  readonly dependsOn?: string | null;
  readonly confidence: number;
  readonly validFrom: number;
  readonly validTo?: number | null;
  readonly recordedAt: number;
  readonly seq: number;
  readonly precision?: Precision | null;
  readonly toPrecision?: Precision | null;
  readonly endedAt?: number | null;
  readonly endedBy?: string | null;
  readonly withdrawnAt?: number | null;
  readonly withdrawnBy?: string | null;
  readonly supersedes?: string | null;
  readonly supersededBy?: string | null;
  readonly resumes?: string | null;
  readonly archivedAt?: number | null;
  readonly pinned: boolean;
  readonly uses: number;
  readonly lastUsedAt?: number | null;
}

/** The properties of a claim as the graph returns them; what is null may be missing. */
export interface ClaimRow {
  readonly key: string;
  readonly id: string;
  readonly kind: 'assert' | 'end';
  readonly subject: string;
  readonly value?: FactValue | null;
  readonly valueKey: string;
  readonly valueEntity?: string | null;
  readonly text?: string | null;
  readonly valueType: string;
  readonly qualifiers: string;
  readonly dependsOn?: string | null;
  readonly confidence: number;
  readonly start: number;
  readonly explicit: boolean;
  readonly to?: number | null;
  readonly said: number;
  readonly recordedAt: number;
  readonly seq: number;
  readonly origin: ClaimOrigin;
  readonly source?: string | null;
  readonly turn?: string | null;
  readonly sourceKind?: string | null;
  readonly quote?: string | null;
  readonly reason?: string | null;
  readonly withdrawnAt?: number | null;
  readonly wasWithdrawn?: readonly number[] | null;
  readonly factId?: string | null;
  readonly of?: string | null;
  readonly causedBy?: string | null;
}
