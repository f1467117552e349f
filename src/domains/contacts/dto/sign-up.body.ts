import { ApiProperty } from '@nestjs/swagger';
import {
  CalendarDate,
  type CustomFields,
  customFieldsFault,
  EmailAddress,
  Nested,
  Others,
  Required,
  rule,
  Text,
} from '#libs/validation';

/** A person who signs up for the contact list. */
export class ContactFields {
  @Required() @EmailAddress() email?: string | null;
  @CalendarDate() birthdate?: string | null;
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @ApiProperty({ description: 'Where the person signed up.' })
  @Text()
  lists_opt_in_source?: string | null;
  /** All other fields, with any name. */
  @Others(/^/, { schema: { $ref: '#/components/schemas/JsonValue' } })
  @rule('customFields', (fields) => customFieldsFault(fields as CustomFields))
  custom_fields: CustomFields = {};
}

/** POST /contacts. */
export class SignUpBody {
  @ApiProperty({ required: true }) @Nested(ContactFields) contact?: ContactFields | null;
}
