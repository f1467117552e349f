import { Body, Controller, Post } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { AnyVisitor, CurrentViewer, type Viewer } from '../access';
import { ClientNetwork } from '../limits';
import { AccountsService } from './accounts.service';
import { createdShape } from './customer.serializer';
import { readCreateAccountBody } from './dto/create-account.body';

@Controller('accounts')
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  @Post()
  @AnyVisitor({ session: false })
  async create(
    @CurrentViewer() { fanclub, origin }: Viewer,
    @ClientNetwork() client: string,
    @Body() body: Record<string, unknown> = {},
  ) {
    const customer = await this.accounts.create(fanclub, readCreateAccountBody(body), client, origin);
    return { customer: createdShape(customer, fanclub, this.clock.now()) };
  }
}
