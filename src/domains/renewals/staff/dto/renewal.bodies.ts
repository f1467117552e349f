import { IsString, Length } from 'class-validator';

/** Stops or resumes a renewal. */
export class RenewalReasonBody {
  /** For the record. The member does not see it. */
  @IsString()
  @Length(1, 500)
  reason!: string;
}

/** An action that needs nothing else. */
export class NoBody {}
