export * from './accounts.module';
export * from './account.rules';
export { isAccountFound } from './account-search';
export * from './account-controls.service';
export * from './account-imports.service';
export { AccountMails } from './account-mails';
export * from './accounts.errors';
export { namesParams, type Taken, takenColumns, takenRow } from './accounts.queries';
export { AccountRecoveriesService } from './account-recoveries.service';
export { AccountsService, type ProvenIdentity } from './accounts.service';
export { type Confirmation, ConfirmationsService } from './confirmations.service';
export * as accountMerges from './account-merges';
export type { AccountPair, AccountToMerge } from './account-merges';
export * as authentications from './authentications';
export * as customers from './customers';
export { IS_LEAVING_SQL } from './customer.entity';
export { idleSinceSql, unconfirmedSinceSql } from './idle-accounts';
export * from './address-corrections.service';
export { ageOf } from './customer.rules';
export * from './customer.serializer';
export { OwnPasswordsService } from './own-passwords.service';
export { PasswordResetsService } from './password-resets.service';
export {
  CreateAccountBody,
  newPassword,
  NewPassword,
  RequestResetBody,
  Username,
  usernameFault,
} from './dto/account.bodies';
export { FoundCustomer, LoggedInCustomer, ReducedCustomer } from './dto/customer.answer';
