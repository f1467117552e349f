import {
  IsBoolean,
  IsDateString,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  Min,
} from 'class-validator';
import { IfGiven } from '#platform/staff';

/** Why something is done, for the record. */
abstract class WithReason {
  @IsString()
  @Length(1, 500)
  reason!: string;
}

/** Gives a membership. */
export class CompBody extends WithReason {
  @IsInt()
  @Min(1)
  plan_id!: number;

  /** `now` replaces a present membership with another plan; `queued` begins when the present ones end. */
  @IsIn(['now', 'queued'])
  starts: 'now' | 'queued' = 'now';
}

/** Changes the plan of the present membership, which ends when it would have ended. */
export class ChangePlanBody extends WithReason {
  @IsInt()
  @Min(1)
  plan_id!: number;
}

/** Moves the end of the membership that ends last. */
export class ExtendBody extends WithReason {
  /** A time with its offset. */
  @IsString()
  end_date!: string;
}

/** Ends memberships. */
export class CancelBody extends WithReason {
  /** `now` ends all memberships at once; `renewal` only turns auto renewal off. */
  @IsIn(['now', 'renewal'])
  when!: 'now' | 'renewal';
}

/** Makes a plan the only one that the member may renew. */
export class LockBody {
  @IsInt()
  @Min(1)
  plan_id!: number;
}

/** Another address, which the member confirms. */
export class ProposeEmailBody {
  @IsString()
  email!: string;
}

/** Another address at once. */
export class ReplaceEmailBody extends WithReason {
  @IsString()
  email!: string;
}

/** Something that staff are to know about a member. The member can ask for it. */
export class NoteBody {
  @IsString()
  @Length(1, 2000)
  text!: string;
}

export class ReasonBody extends WithReason {}

/** Corrected fields of a member. Absent ones stay as they are. */
export class CorrectMemberBody {
  @IsOptional()
  @IsString()
  @MaxLength(255)
  first_name?: string | null;

  @IsOptional()
  @IsString()
  @MaxLength(255)
  last_name?: string | null;

  @IsOptional()
  @IsDateString({ strict: true })
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: 'birthdate must be a day such as 1990-01-31' })
  birthdate?: string | null;

  @IsOptional()
  @IsString()
  @Length(1, 255)
  username?: string | null;

  @IfGiven()
  @IsBoolean()
  invalid_email?: boolean;
}
