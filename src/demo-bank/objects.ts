/** Why a payment failed. */
export interface BankFailure {
  readonly code: string;
  readonly advice: 'retry' | 'new_card' | 'authenticate' | 'none';
}

/** A client's own fields of an object. The bank returns them unchanged. */
export type Metadata = Readonly<Record<string, string>>;

export interface BankCustomer {
  readonly email: string;
  readonly name: string | null;
  readonly isDeleted: boolean;
}

export interface BillingName {
  readonly name: string;
  readonly country: string;
  readonly postalCode: string | null;
}

export interface BankCard {
  readonly customer: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  /** The billing fields that its owner entered. */
  readonly billing: BillingName | null;
  readonly isDeleted: boolean;
}

/** A page on which a customer pays, or enters a card. */
export interface BankSession {
  readonly mode: 'payment' | 'setup';
  readonly customer: string;
  /** Minor units; 0 for a card. */
  readonly amount: number;
  readonly currency: string;
  readonly lines: readonly { readonly name: string; readonly amount: number }[];
  readonly description: string;
  /** Whether the card is kept for later charges. */
  readonly savesCard: boolean;
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: string;
  readonly metadata: Metadata;
  readonly status: 'open' | 'complete' | 'expired';
  /** The last four digits of a card whose owner is asked to confirm. */
  readonly confirms: string | null;
  readonly payment: string | null;
  readonly card: string | null;
  readonly billing: BillingName | null;
  readonly failure: BankFailure | null;
}

/** A payment that succeeded or failed. */
export interface BankPayment {
  readonly customer: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'succeeded' | 'failed';
  readonly refunded: number;
  readonly metadata: Metadata;
  readonly session: string | null;
  readonly card: { readonly ref: string | null } & Omit<BankCard, 'customer' | 'billing' | 'isDeleted'>;
  readonly billing: BillingName | null;
  readonly failure: BankFailure | null;
  readonly at: string;
}

export interface BankRefund {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: 'succeeded' | 'failed';
  readonly failure: string | null;
  /** When the refund fails; null: never. */
  readonly failsAt: string | null;
  readonly metadata: Metadata;
}

/** The buyer of a payment asks for the money back. */
export interface BankDispute {
  readonly payment: string;
  readonly amount: number;
  readonly currency: string;
  /** `won` is for the client of the bank. */
  readonly status: 'open' | 'won' | 'lost';
  /** Of the payment. */
  readonly metadata: Metadata;
  readonly at: string;
  /** Null: it is open. */
  readonly decidedAt: string | null;
}

export interface BankEvent {
  readonly type: string;
  readonly object: string;
  readonly metadata: Metadata;
  readonly at: string;
}

/** A client of the bank. */
export interface BankAccount {
  /** The name of the owner, for developers. Absent if unknown. */
  readonly owner?: string;
  readonly eventsUrl: string | null;
  readonly webhookSecret: string;
  readonly switches: Switches;
}

/** Faults that the page for developers switches on. */
export interface Switches {
  /** Every call is answered with 503. */
  readonly unavailable: boolean;
  /** Events wait a minute. */
  readonly slow: boolean;
  /** Every event is sent twice. */
  readonly repeating: boolean;
  /** No event is sent. */
  readonly silent: boolean;
  /** Events wait a random time, so that they arrive in another order. */
  readonly disordered: boolean;
}

/** The objects by their kind. */
export interface BankObjects {
  account: BankAccount;
  customer: BankCustomer;
  card: BankCard;
  session: BankSession;
  payment: BankPayment;
  refund: BankRefund;
  dispute: BankDispute;
  event: BankEvent;
}

export type Kind = keyof BankObjects;

/** An object as it is stored. */
export interface Stored<K extends Kind = Kind> {
  readonly ref: string;
  readonly content: BankObjects[K];
}

/** An object of a list, with the time of its creation. */
export interface Listed<K extends Kind = Kind> extends Stored<K> {
  readonly createdAt: Date;
}

/** The request that created an object: its idempotency key, and a hash of its parameters. */
export interface BankRequest {
  readonly key: string;
  readonly hash: string;
}

/** The storage of the bank's objects, within a transaction. */
export interface BankStore {
  /** An object, locked until the end of the transaction. Null: unknown. */
  get<K extends Kind>(kind: K, ref: string): Promise<Stored<K> | null>;
  /** The object that was created with a key, and the hash of the parameters. Null: none. */
  byKey<K extends Kind>(kind: K, key: string): Promise<(Stored<K> & { readonly hash: string }) | null>;
  add<K extends Kind>(kind: K, content: BankObjects[K], request?: BankRequest): Promise<Stored<K>>;
  put<K extends Kind>(kind: K, ref: string, content: BankObjects[K]): Promise<void>;
  /** The objects of a kind that were created in a time span, the oldest first. */
  list<K extends Kind>(kind: K, from: Date, to: Date): Promise<Listed<K>[]>;
  /** Schedules {@link Bank.wake} for an object, shortly after a time. */
  wakeAt(kind: 'session' | 'refund', ref: string, at: Date): Promise<void>;
}
