import { SetMetadata } from '@nestjs/common';
import type { Fields, ObjectCheck, ObjectOf } from './format/objects';
import type { JsonSchema } from './format/format';
import type { ClubRow, ExportContext } from './export/export-context';
import type { ExportedClub } from './export/references';
import type { Club, References, TargetKinds } from './load/club';
import type { LoadContext } from './load/load-context';
import type { Matched, Row } from './load/table';
import type { EntityClass } from './load/targets';

/**
 * A value of the file with every field. A field that a file may omit must be given too, at least as undefined. So the compiler
 * reports a field of the format that an export omits.
 */
export type Whole<T> = T extends Date | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer I)[]
    ? readonly Whole<I>[]
    : string extends keyof T
      ? T
      : { readonly [K in keyof Required<T>]: Whole<T[K]> };

/** A member of a list in the file, with its path. */
export interface MemberAt<P> {
  readonly part: P;
  readonly path: string;
}

/** A member with its row. */
export type Saved<E, P> = Matched<Row<E> & MemberAt<P>, E>;

type None = Record<never, never>;
type Names<R, T = None> = Extract<keyof R | keyof T, string>;

/** Fields of a fan club. They are loaded together, after the parts that they refer to. */
interface FanclubDeclaration<
  F extends Fields,
  R extends References,
  T extends TargetKinds,
  X = Whole<ObjectOf<F>>,
> {
  readonly fields: F;
  readonly refersTo?: R;
  readonly targets?: T;
  load(context: LoadContext, club: Club<Names<R, T>>, part: ObjectOf<F>): Promise<void>;
  /** Reads the fields for a file that makes the same rows when it is loaded. */
  export(context: ExportContext, club: ExportedClub<Names<R, T>>): Promise<X>;
}

/** A list of a fan club that may not fit into memory. It is read twice, in batches, after everything else. */
interface ListDeclaration<E extends ClubRow, F extends Fields, R extends References, X = Whole<ObjectOf<F>>> {
  /** The name of the list's field in the fan club. */
  readonly field: string;
  /** The name of the type of the list's elements in the JSON Schema, such as `Customer`. */
  readonly name: string;
  readonly entity: EntityClass<E>;
  readonly fields: F;
  check?(this: void, ...args: Parameters<ObjectCheck<ObjectOf<F>>>): void;
  readonly furtherSchema?: JsonSchema;
  readonly refersTo?: R;
  load(
    context: LoadContext,
    club: Club<Names<R>>,
    members: readonly MemberAt<ObjectOf<F>>[],
  ): Promise<readonly Saved<E, ObjectOf<F>>[]>;
  /** The fields of a row for a file; null if the file cannot have it. */
  export(context: ExportContext, club: ExportedClub<Names<R>>, row: E): X | null;
}

/** Further fields of the members of such a list, loaded after the members themselves. */
interface MemberDeclaration<
  E extends object,
  F extends Fields,
  R extends References,
  X = Whole<ObjectOf<F>>,
> {
  /** The entity of the members. */
  readonly of: EntityClass<E>;
  readonly fields: F;
  readonly refersTo?: R;
  load(context: LoadContext, club: Club<Names<R>>, members: readonly Saved<E, ObjectOf<F>>[]): Promise<void>;
  /** Reads what a file has of these members. Returns a function that gives the fields of the member with an id. */
  export(
    context: ExportContext,
    club: ExportedClub<Names<R>>,
    members: readonly E[],
  ): Promise<(id: number) => X>;
}

/** A declaration whose type parameters are erased, so that all parts fit into one list. */
type Kept<K extends string, D> = D & {
  readonly kind: K;
  readonly refersTo: References;
  readonly targets: TargetKinds;
};
export type FanclubPart = Kept<'fanclub', FanclubDeclaration<Fields, References, TargetKinds, object>>;
export type ListPart = Kept<'list', ListDeclaration<ClubRow, Fields, References, object>>;
export type MemberPart = Kept<'member', MemberDeclaration<object, Fields, References, object>>;

/** What a domain adds to the catalogue. */
export type Part = FanclubPart | ListPart | MemberPart;

export const fanclubPart = <F extends Fields, R extends References = None, T extends TargetKinds = None>(
  part: FanclubDeclaration<F, R, T>,
): FanclubPart => ({ refersTo: {}, targets: {}, ...part, kind: 'fanclub' });

export const listPart = <E extends ClubRow, F extends Fields, R extends References = None>(
  part: ListDeclaration<E, F, R>,
): ListPart => ({ refersTo: {}, targets: {}, ...part, kind: 'list' });

export const memberPart = <E extends object, F extends Fields, R extends References = None>(
  part: MemberDeclaration<E, F, R>,
): MemberPart => ({ refersTo: {}, targets: {}, ...part, kind: 'member' });

const PARTS = 'catalogue parts';

/** Adds parts to the catalogue. For modules of `DOMAINS`. */
export const InCatalogue = (...parts: readonly Part[]): ClassDecorator => SetMetadata(PARTS, parts);

/** The parts that these modules add. */
export function partsOf(modules: readonly EntityClass[]): Part[] {
  return modules.flatMap((module) => (Reflect.getMetadata(PARTS, module) as Part[] | undefined) ?? []);
}
