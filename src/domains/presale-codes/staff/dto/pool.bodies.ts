import { IsString, Length, Matches } from 'class-validator';

/** Why a code is voided. The member does not see it. */
export class VoidBody {
  @IsString()
  @Length(1, 200)
  @Matches(/\S/, { message: 'must not be blank' })
  reason!: string;
}

/** Nothing. */
export class NothingBody {}
