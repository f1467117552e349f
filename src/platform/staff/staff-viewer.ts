import type { Asker, RequestSource } from '#platform/audit';
import { type Permission, type Reach, reachOf, type Role } from './permissions';

/** A logged-in person of the staff. */
export interface StaffPerson {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** A live session of staff. */
export interface StaffVisit {
  readonly sessionId: number;
  readonly person: StaffPerson;
  /** When the person last proved a factor. */
  readonly provedAt: Date;
}

/** What the path of a request names: a fan club, or an organization as a whole. */
export interface Scope {
  readonly organizationId: number;
  /** Null: the organization as a whole. */
  readonly fanclubId: number | null;
}

/** The key of a program. */
export interface StaffKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Permission[];
}

/** Who sends a request: a person with a session, or a program with a key of that person. */
export interface StaffSender {
  /** Null: a program. */
  readonly sessionId: number | null;
  /** Null: a person. */
  readonly key: StaffKey | null;
  readonly person: StaffPerson;
  readonly provedAt: Date;
}

/** Who sends a request about a fan club or an organization, with the roles that the person has there. */
export class StaffViewer implements StaffSender {
  constructor(
    sender: StaffSender,
    readonly scope: Scope,
    readonly roles: readonly Role[],
    readonly source: RequestSource,
  ) {
    this.sessionId = sender.sessionId;
    this.key = sender.key;
    this.person = sender.person;
    this.provedAt = sender.provedAt;
  }

  readonly sessionId: number | null;
  readonly key: StaffKey | null;
  readonly person: StaffPerson;
  readonly provedAt: Date;

  /** The fan club. @throws Error on routes about organizations */
  get fanclubId(): number {
    if (this.scope.fanclubId === null) throw new Error('the path names no fan club');
    return this.scope.fanclubId;
  }

  /** How far the permission reaches with the person's roles, and the scopes of the key; null without it. */
  reach(permission: Permission): Reach | null {
    if (this.key && !this.key.scopes.includes(permission)) return null;
    // The organization as a whole is for its owners.
    const roles = this.roles.filter((role) => this.scope.fanclubId !== null || role === 'owner');
    return reachOf(roles, permission);
  }

  /** The origin of security events. */
  get asker(): Asker {
    const { fanclubId } = this.scope;
    return {
      fanclub: fanclubId === null ? null : { id: fanclubId },
      actor: { kind: 'staff', id: this.person.id },
      source: this.source,
    };
  }
}
