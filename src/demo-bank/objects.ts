/** Why a payment failed. */
export interface BankFailure {
  readonly code: string;
  readonly advice: 'retry' | 'new_card' | 'authenticate' | 'none';
}

/** What a client gives with an object, and gets back with it. */
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
  /** What its owner typed with it. */
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

/** Money that was taken, or could not be. */
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

export interface BankEvent {
  readonly type: string;
  readonly object: string;
  readonly metadata: Metadata;
  readonly at: string;
}

/** Whom the bank knows by a key, and where its events go. */
export interface BankAccount {
  /** Whose account it is, for developers; absent if nobody has said so. */
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
  event: BankEvent;
}

export type Kind = keyof BankObjects;

/** An object as it is stored. */
export interface Stored<K extends Kind = Kind> {
  readonly ref: string;
  readonly content: BankObjects[K];
}

/** The request that made an object: its idempotency key, and a hash of what it asked. */
export interface BankRequest {
  readonly key: string;
  readonly hash: string;
}

/** Where the bank keeps its objects; inside of a transaction. */
export interface BankStore {
  /** An object, locked until the end of the transaction; null: the account has none with this name. */
  get<K extends Kind>(kind: K, ref: string): Promise<Stored<K> | null>;
  /** The object that was made with a key, and the hash of what was asked; null: there is none. */
  byKey<K extends Kind>(kind: K, key: string): Promise<(Stored<K> & { readonly hash: string }) | null>;
  add<K extends Kind>(kind: K, content: BankObjects[K], request?: BankRequest): Promise<Stored<K>>;
  put<K extends Kind>(kind: K, ref: string, content: BankObjects[K]): Promise<void>;
  /** The objects of a kind that were made in a time span, oldest first. */
  list<K extends Kind>(kind: K, from: Date, to: Date): Promise<Stored<K>[]>;
  /** Has {@link Bank.wake} called for an object at a later time, soon after it. */
  wakeAt(kind: 'session' | 'refund', ref: string, at: Date): Promise<void>;
}
