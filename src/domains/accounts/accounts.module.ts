import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { AccountRecoveriesService } from './account-recoveries.service';
import { AccountControls } from './account-controls.service';
import { AccountImports } from './account-imports.service';
import { AccountMails } from './account-mails';
import { AccountUpdatesService } from './account-updates.service';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { ConfirmationsService } from './confirmations.service';
import { PasswordResetsService } from './password-resets.service';
import { Customer } from './customer.entity';
import { EmailAlias } from './email-alias.entity';
import { customersInCatalogue } from './customers.catalogue';
import { emailAliasesInCatalogue } from './email-aliases.catalogue';

@Module({
  imports: [TypeOrmModule.forFeature([Customer, EmailAlias])],
  controllers: [AccountsController],
  providers: [
    AccountControls,
    AccountImports,
    AccountMails,
    AccountRecoveriesService,
    AccountsService,
    AccountUpdatesService,
    ConfirmationsService,
    PasswordResetsService,
  ],
  exports: [
    AccountControls,
    AccountImports,
    AccountMails,
    AccountRecoveriesService,
    AccountsService,
    ConfirmationsService,
    PasswordResetsService,
  ],
})
@InCatalogue(customersInCatalogue, emailAliasesInCatalogue)
export class AccountsModule {}
