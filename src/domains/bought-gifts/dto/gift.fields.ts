import { CalendarDate, EmailAddress, type Fault, field, hasInvisible, readText } from '#libs/validation';

/** Maximum number of characters of a name on a card. */
const MOST_NAME = 80;

/** Maximum number of characters of a message, which has to fit on the card. */
export const MOST_MESSAGE = 400;

const tooLong = (most: number): string => `is too long (maximum is ${most} characters)`;

/** A text of a card, which prints it for somebody else: nothing in it may be invisible. Messages may have several lines. */
const cardText = (most: number, withLines: boolean): PropertyDecorator => {
  const fault: Fault = (value) => {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') return 'is invalid';
    if (hasInvisible(withLines ? value.replace(/\n/g, '') : value)) return 'is invalid';
    return Array.from(value).length > most ? tooLong(most) : null;
  };
  const reference = {
    schema: { type: 'string', maxLength: most },
    faults: ['is invalid', tooLong(most)],
  } as const;
  return field('cardText', readLines, reference, fault);
};

/** Browsers send line breaks as CRLF. */
const readLines = (value: unknown): unknown =>
  readText(typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);

/** Where the mail of a gift goes, and when. Both or none. */
export class GiftMailFields {
  @EmailAddress() recipient_email?: string | null;
  @CalendarDate() mail_day?: string | null;
}

/** What a buyer says about a gift. Everything is optional. */
export class GiftFields {
  @cardText(MOST_NAME, false) recipient_name?: string | null;
  @cardText(MOST_NAME, false) sender_name?: string | null;
  @cardText(MOST_MESSAGE, true) message?: string | null;
  @EmailAddress() recipient_email?: string | null;
  @CalendarDate() mail_day?: string | null;
}
