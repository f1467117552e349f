import { Injectable } from '@nestjs/common';

/** Says whether saved cards are charged for renewals. Automatic renewal is offered only then; it can always be stopped. */
@Injectable()
export class AutomaticRenewal {
  readonly isCharged: boolean = true;
}
