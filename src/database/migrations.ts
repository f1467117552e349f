import { CreateFanclubs1760000001000 } from '../../migrations/1760000001000-CreateFanclubs';
import { CreateItemTypes1760000002000 } from '../../migrations/1760000002000-CreateItemTypes';
import { CreatePlans1760000003000 } from '../../migrations/1760000003000-CreatePlans';
import { CreateCustomers1760000004000 } from '../../migrations/1760000004000-CreateCustomers';
import { CreateSubscriptions1760000005000 } from '../../migrations/1760000005000-CreateSubscriptions';
import { CreateBenefits1760000006000 } from '../../migrations/1760000006000-CreateBenefits';
import { CreateAuthentications1760000007000 } from '../../migrations/1760000007000-CreateAuthentications';
import { CreateShippingAddresses1760000008000 } from '../../migrations/1760000008000-CreateShippingAddresses';
import { CreateOrders1760000009000 } from '../../migrations/1760000009000-CreateOrders';
import { CreateSessions1760000010000 } from '../../migrations/1760000010000-CreateSessions';
import { CreateEvents1760000011000 } from '../../migrations/1760000011000-CreateEvents';
import { CreateContests1760000012000 } from '../../migrations/1760000012000-CreateContests';
import { CreateContacts1760000013000 } from '../../migrations/1760000013000-CreateContacts';
import { CreateOneTimeTokens1760000014000 } from '../../migrations/1760000014000-CreateOneTimeTokens';
import { CreateMails1760000015000 } from '../../migrations/1760000015000-CreateMails';
import { AddContactConfirmationSentAt1760000017000 } from '../../migrations/1760000017000-AddContactConfirmationSentAt';
import { CreateRateLimits1760000018000 } from '../../migrations/1760000018000-CreateRateLimits';
import { CreateSearchAudits1760000019000 } from '../../migrations/1760000019000-CreateSearchAudits';
import { ReportPublishedChanges1760000020000 } from '../../migrations/1760000020000-ReportPublishedChanges';
import { ReadSubscriptionsByStart1760000021000 } from '../../migrations/1760000021000-ReadSubscriptionsByStart';
import { ReportPublishedChangesAlways1760000022000 } from '../../migrations/1760000022000-ReportPublishedChangesAlways';
import { AddFanclubBranding1760000023000 } from '../../migrations/1760000023000-AddFanclubBranding';
import { RecoverAccounts1760000024000 } from '../../migrations/1760000024000-RecoverAccounts';
import { ExtendLimits1760000025000 } from '../../migrations/1760000025000-ExtendLimits';
import { CreateSecurityEvents1760000026000 } from '../../migrations/1760000026000-CreateSecurityEvents';
import { RecordReachedLimits1760000026500 } from '../../migrations/1760000026500-RecordReachedLimits';
import { AddOrganizationKeyLabels1760000028000 } from '../../migrations/1760000028000-AddOrganizationKeyLabels';

/** In the order in which they run. A migration that has been released is never changed; a new one is added below. */
export const MIGRATIONS = [
  CreateFanclubs1760000001000,
  CreateItemTypes1760000002000,
  CreatePlans1760000003000,
  CreateCustomers1760000004000,
  CreateSubscriptions1760000005000,
  CreateBenefits1760000006000,
  CreateAuthentications1760000007000,
  CreateShippingAddresses1760000008000,
  CreateOrders1760000009000,
  CreateSessions1760000010000,
  CreateEvents1760000011000,
  CreateContests1760000012000,
  CreateContacts1760000013000,
  CreateOneTimeTokens1760000014000,
  CreateMails1760000015000,
  AddContactConfirmationSentAt1760000017000,
  CreateRateLimits1760000018000,
  CreateSearchAudits1760000019000,
  ReportPublishedChanges1760000020000,
  ReadSubscriptionsByStart1760000021000,
  ReportPublishedChangesAlways1760000022000,
  AddFanclubBranding1760000023000,
  RecoverAccounts1760000024000,
  ExtendLimits1760000025000,
  CreateSecurityEvents1760000026000,
  RecordReachedLimits1760000026500,
  AddOrganizationKeyLabels1760000028000,
] as const;
