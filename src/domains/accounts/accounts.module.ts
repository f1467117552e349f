import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { AccountRecoveriesService } from './account-recoveries.service';
import { AccountControlsService } from './account-controls.service';
import { AccountImportsService } from './account-imports.service';
import { AccountMails } from './account-mails';
import { AccountUpdatesService } from './account-updates.service';
import { Authentication, Customer, EmailAlias } from './customer.entity';
import { AddressCorrectionsService } from './address-corrections.service';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { ConfirmationsService } from './confirmations.service';
import { OwnPasswordsService } from './own-passwords.service';
import { PasswordResetsService } from './password-resets.service';
import { customersInCatalogue } from './customers.catalogue';
import { emailAliasesInCatalogue } from './email-aliases.catalogue';
import './accounts.declarations';
import './accounts.mails';
import './accounts.webhooks';

@Module({
  imports: [TypeOrmModule.forFeature([Authentication, Customer, EmailAlias])],
  controllers: [AccountsController],
  providers: [
    AccountControlsService,
    AccountImportsService,
    AccountMails,
    AccountRecoveriesService,
    AccountsService,
    AccountUpdatesService,
    AddressCorrectionsService,
    ConfirmationsService,
    OwnPasswordsService,
    PasswordResetsService,
  ],
  exports: [
    AccountControlsService,
    AccountImportsService,
    AccountMails,
    AccountRecoveriesService,
    AccountsService,
    AddressCorrectionsService,
    ConfirmationsService,
    OwnPasswordsService,
    PasswordResetsService,
  ],
})
@InCatalogue(customersInCatalogue, emailAliasesInCatalogue)
export class AccountsModule {}
