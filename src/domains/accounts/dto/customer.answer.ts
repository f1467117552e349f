import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { EmbeddedSubscription, ReducedSubscription } from '#domains/subscriptions';
import { DATE, ID } from '#platform/reference';

const TEXT_OR_NULL = { type: 'string', nullable: true } as const;

/** An identity provider that the customer has connected. */
export class Authentication {
  @ApiProperty({ type: 'string' }) name!: string;
}

/** What every answer about a customer shows. An unregistered customer has no identity: its fields are null. */
export class Customer {
  @ApiProperty({ ...ID, nullable: true }) id!: number | null;
  @ApiProperty(TEXT_OR_NULL) first_name!: string | null;
  @ApiProperty(TEXT_OR_NULL) last_name!: string | null;
  @ApiProperty(TEXT_OR_NULL) email!: string | null;
  @ApiProperty({ ...DATE, nullable: true }) birthdate!: string | null;
  @ApiProperty({ ...ID, nullable: true }) fanclub_id!: number | null;
  @ApiProperty({ type: 'boolean', description: 'Without an active subscription.' }) expired!: boolean;
  @ApiProperty({ type: [Authentication] }) authentications!: Authentication[];
}

/** POST /accounts and POST /account. */
@ApiExtraModels(Customer)
export class CreatedCustomer extends Customer {
  @ApiProperty({ ...TEXT_OR_NULL, description: 'A new address that is not confirmed yet.' })
  new_email!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Years, today in the fan club’s zone.' })
  age!: number | null;
  @ApiProperty({ ...TEXT_OR_NULL, required: false, description: 'Absent if the fan club has no forum.' })
  username?: string | null;
  @ApiProperty({ type: 'boolean' }) trial_membership!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Locked into a plan that cannot be renewed again.' })
  at_renewal_cap!: boolean;
  @ApiProperty({ type: [String], description: 'The current address first, then former ones.' })
  email_aliases!: string[];
  @ApiProperty({ ...TEXT_OR_NULL, description: 'A message for the customer if mail to the address bounced.' })
  invalid_email_message!: string | null;
}

const SUBSCRIPTION = { required: false, description: 'Absent without an active subscription.' };

/** GET /account/search. */
export class FoundCustomer extends CreatedCustomer {
  @ApiProperty({ type: EmbeddedSubscription, ...SUBSCRIPTION }) subscription?: EmbeddedSubscription;
}

/** GET /account. */
export class Account extends FoundCustomer {
  @ApiProperty({ type: 'boolean' }) auto_renewal_enabled!: boolean;
  @ApiProperty({ type: 'boolean', description: 'Wants marketing mail.' }) lists_opt_in!: boolean;
}

/** A log-in by e-mail address and password. */
export class LoggedInCustomer extends FoundCustomer {
  @ApiProperty({ type: 'boolean' }) registered!: boolean;
}

/** A log-in or registration with an identity provider. */
export class ReducedCustomer extends Customer {
  declare id: number;
  declare fanclub_id: number;
  @ApiProperty({ type: ReducedSubscription, ...SUBSCRIPTION }) subscription?: ReducedSubscription;
}
// TypeScript does not allow decorators on fields that only narrow their type.
for (const field of ['id', 'fanclub_id'])
  ApiProperty({ ...ID, nullable: false })(ReducedCustomer.prototype, field);
