import { IsInt, IsString, Length, Min } from 'class-validator';

/** Why a member is erased, for the record, which keeps it. It must not name the member. */
export class ErasureBody {
  @IsString()
  @Length(1, 500)
  reason!: string;
}

/** An action that needs nothing else. */
export class NothingBody {}

/** Why two members are one person, for the record, which keeps it. It must not name them. */
export class MergeBody {
  @IsString()
  @Length(1, 500)
  reason!: string;
}

/** Two members who are not the same person. */
export class DistinctBody {
  @IsInt()
  @Min(1)
  first!: number;

  @IsInt()
  @Min(1)
  second!: number;
}
