import { DomainError } from '#libs/envelope';

/** No published contest of this fan club has the id. */
export class NoContestFound extends DomainError {
  readonly messages = ['No contest found'];
}

/** The customer has an entry in the contest already. */
export class AlreadyEntered extends DomainError {
  readonly messages = ['You have already entered this contest'];
}

/** Before `starts_at`. */
export class ContestNotStarted extends DomainError {
  readonly messages = ["Contest hasn't started yet"];
}

/** After `ends_at`. */
export class ContestEnded extends DomainError {
  readonly messages = ['Contest has ended'];
}

/** Below the contest's minimum age, or without birthdate in a contest with a minimum age. */
export class TooYoung extends DomainError {
  readonly messages: readonly string[];

  /** @param minimumAge in years, or its name in the API reference */
  constructor(minimumAge: number | string) {
    super();
    this.messages = [`You must be ${minimumAge} or older to enter this contest`];
  }
}

/** The contest is for subscribers of plans that the customer does not have (contract 6.8). */
export class NotEligible extends DomainError {
  readonly messages = ['You are not eligible to enter this contest'];
}

/** No published contest of this fan club with this id has a draw, or a file of it. */
export class NoDrawFound extends DomainError {
  readonly messages = ['No draw found'];
}
