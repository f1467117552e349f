import { SetMetadata } from '@nestjs/common';
import type { Fields, ObjectCheck, ObjectOf } from './format/objects';
import type { JsonSchema } from './format/format';
import type { Club, References, TargetKinds } from './load/club';
import type { Loading } from './load/loading';
import type { Matched, Row } from './load/rows';
import type { EntityClass } from './load/targets';

/** A member of a list of the file, and where it stands there. */
export interface MemberAt<P> {
  readonly part: P;
  readonly path: string;
}

/** A member with its row. */
export type Saved<E, P> = Matched<Row<E> & MemberAt<P>, E>;

/** Fields of a fan club. They are read and loaded as a whole, after the parts that they refer to. */
export interface FanclubPart {
  readonly kind: 'fanclub';
  readonly fields: Fields;
  readonly refersTo: References;
  readonly targets: TargetKinds;
  load(loading: Loading, club: Club, part: object): Promise<void>;
}

/** A list of a fan club that may be too long for memory. It is read twice, in batches, after everything else. */
export interface ListPart {
  readonly kind: 'list';
  /** The field of the fan club that is the list. */
  readonly field: string;
  /** The name of a member in the JSON Schema. */
  readonly name: string;
  readonly entity: EntityClass;
  readonly fields: Fields;
  readonly check?: ObjectCheck<object>;
  readonly furtherSchema?: JsonSchema;
  readonly refersTo: References;
  readonly targets: TargetKinds;
  load(
    loading: Loading,
    club: Club,
    members: readonly MemberAt<object>[],
  ): Promise<readonly Saved<object, object>[]>;
}

/** Further fields of the members of such a list, loaded after the members themselves. */
export interface MemberPart {
  readonly kind: 'member';
  /** The entity of the members. */
  readonly of: EntityClass;
  readonly fields: Fields;
  readonly refersTo: References;
  readonly targets: TargetKinds;
  load(loading: Loading, club: Club, members: readonly Saved<object, object>[]): Promise<void>;
}

/** What a domain adds to the catalogue. */
export type Part = FanclubPart | ListPart | MemberPart;

type None = Record<never, never>;
type Names<R, T = None> = Extract<keyof R | keyof T, string>;

/** Declares a {@link FanclubPart}. */
export function fanclubPart<
  F extends Fields,
  R extends References = None,
  T extends TargetKinds = None,
>(part: {
  readonly fields: F;
  readonly refersTo?: R;
  readonly targets?: T;
  load(loading: Loading, club: Club<Names<R, T>>, part: ObjectOf<F>): Promise<void>;
}): FanclubPart {
  return { refersTo: {}, targets: {}, ...part, kind: 'fanclub' };
}

/** Declares a {@link ListPart}. */
export function listPart<E extends object, F extends Fields, R extends References = None>(part: {
  readonly field: string;
  readonly name: string;
  readonly entity: EntityClass<E>;
  readonly fields: F;
  readonly check?: ObjectCheck<ObjectOf<F>>;
  readonly furtherSchema?: JsonSchema;
  readonly refersTo?: R;
  load(
    loading: Loading,
    club: Club<Names<R>>,
    members: readonly MemberAt<ObjectOf<F>>[],
  ): Promise<readonly Saved<E, ObjectOf<F>>[]>;
}): ListPart {
  return { refersTo: {}, targets: {}, ...part, kind: 'list' };
}

/** Declares a {@link MemberPart}. */
export function memberPart<E extends object, F extends Fields, R extends References = None>(part: {
  readonly of: EntityClass<E>;
  readonly fields: F;
  readonly refersTo?: R;
  load(loading: Loading, club: Club<Names<R>>, members: readonly Saved<E, ObjectOf<F>>[]): Promise<void>;
}): MemberPart {
  return { refersTo: {}, targets: {}, ...part, kind: 'member' };
}

const PARTS = 'catalogue parts';

/** Adds parts to the catalogue. Stands at a module of `DOMAINS`. */
export const InCatalogue = (...parts: readonly Part[]): ClassDecorator => SetMetadata(PARTS, parts);

/** The parts that these modules add. */
export function partsOf(modules: readonly EntityClass[]): Part[] {
  return modules.flatMap((module) => (Reflect.getMetadata(PARTS, module) as Part[] | undefined) ?? []);
}
