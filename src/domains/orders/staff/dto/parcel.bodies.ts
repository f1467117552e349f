import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsUrl,
  Matches,
  Min,
} from 'class-validator';

/** The most parcels of a packing list. */
export const MAX_PARCELS = 5_000;

/** Which waiting parcels a packing list takes: those named, or all of a plan, or all. */
export class BatchBody {
  @IsOptional()
  @IsInt()
  @Min(1)
  plan_id?: number;

  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_PARCELS)
  @ArrayUnique()
  @IsInt({ each: true })
  parcel_ids?: number[];
}

/** Marks the parcels of a packing list as shipped. */
export class ShipBatchBody {
  @IsISO8601({ strict: true })
  @Matches(/^\d{4}-\d\d-\d\d$/, { message: 'ship_date must be a day such as 2026-06-15' })
  ship_date!: string;
}

/** Marks a parcel as shipped. */
export class ShipBody extends ShipBatchBody {
  @IsOptional()
  @IsUrl({ protocols: ['https', 'http'], require_protocol: true, require_tld: false })
  tracking_url?: string;
}

/** Asks members for what their parcels lack. */
export class IssueMailsBody {
  @IsIn(['address', 'option'])
  issue!: 'address' | 'option';
}
