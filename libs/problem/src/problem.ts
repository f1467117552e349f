/** A fault of one field of a request, as it is sent in `errors`. */
export interface FieldProblem {
  /** JSON Pointer to the field, as a URI fragment: `#/links/0/url`. */
  readonly pointer: string;
  /** A sentence without the field's name. */
  readonly detail: string;
}

/** The body of an `application/problem+json` answer (RFC 9457). */
export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  /** Identifies the occurrence; the request id. */
  readonly instance: string;
  readonly errors?: readonly FieldProblem[];
}

/** What a problem says in addition to its kind. */
export interface ProblemFacts {
  /** A sentence for the person. */
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
  /** Whole seconds after which the request may succeed, for `Retry-After`. */
  readonly retryAfter?: number;
}

/** A kind of problem: its slug is the last part of `type`. */
export interface ProblemKind {
  readonly slug: string;
  readonly status: number;
  readonly title: string;
}

/** A refused request; see {@link ProblemBody}. */
export class Problem extends Error {
  constructor(
    readonly kind: ProblemKind,
    readonly facts: ProblemFacts = {},
  ) {
    super(facts.detail ?? kind.title);
    this.name = 'Problem';
  }

  /** @param base the address of the problem types, without a trailing slash */
  body(base: string, instance: string): ProblemBody {
    const { slug, status, title } = this.kind;
    const { detail, errors } = this.facts;
    return {
      type: `${base}/${slug}`,
      title,
      status,
      ...(detail !== undefined && { detail }),
      instance,
      ...(errors !== undefined && { errors }),
    };
  }
}

/** The pointer to a field: `pointerTo('links', 0, 'url')` is `#/links/0/url`. */
export function pointerTo(...path: readonly (string | number)[]): string {
  const escaped = path.map((part) => String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#${escaped.map((part) => `/${encodeURIComponent(part)}`).join('')}`;
}
