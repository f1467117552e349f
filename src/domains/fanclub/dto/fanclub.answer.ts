import { ApiProperty } from '@nestjs/swagger';

/** An identity provider with which customers can log in. */
export class LoginProvider {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string' }) app_id!: string;
  @ApiProperty({ type: 'string' }) login_path!: string;
}

export class LegalLinks {
  @ApiProperty({ type: 'string', format: 'uri' }) privacy!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) terms!: string;
}

export class FanclubLinks {
  @ApiProperty({ type: 'string', format: 'uri' }) site!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) login!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) logout!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) password_reset!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) saved_card!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) redeem!: string;
  @ApiProperty({ type: 'string', format: 'uri', required: false, description: 'Absent without a forum.' })
  forum?: string;
  @ApiProperty({
    type: 'string',
    format: 'uri',
    required: false,
    description: 'Single sign-on to the forum. Absent without a forum.',
  })
  ipboard?: string;
  @ApiProperty({ type: LegalLinks }) legals!: LegalLinks;
}

/** The accounts of web analytics. */
export class TrackingAccounts {
  @ApiProperty({ type: [String] }) google_analytics!: readonly string[];
}

export class Tracking {
  @ApiProperty({ type: TrackingAccounts }) development!: TrackingAccounts;
  @ApiProperty({ type: TrackingAccounts }) production!: TrackingAccounts;
}

export class Fanclub {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', format: 'uri' }) site_url!: string;
  @ApiProperty({ type: [LoginProvider] }) authentications!: LoginProvider[];
  @ApiProperty({ type: FanclubLinks }) links!: FanclubLinks;
  @ApiProperty({ type: Tracking }) tracking!: Tracking;
}
