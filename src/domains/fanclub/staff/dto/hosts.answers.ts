import { FLAG, ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';
import { HOST_FINDINGS, type HostFinding } from '../../host-check';

/** A host at which the fan club is served. */
export class HostOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) host!: string;
  @Shaped(FLAG, { description: 'Whether links lead there.' }) main!: boolean;
  @Shaped(orNull(INSTANT), { description: 'Null: it waits for its check, and does not count.' })
  verified_at!: string | null;
  @Shaped(INSTANT) created_at!: string;
}

/** A host after its check. */
export class CheckedHost extends HostOfClub {
  @Shaped({ type: 'string', enum: [...HOST_FINDINGS] }) finding!: HostFinding;
}
