import { Get, HttpCode, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  DONE,
  ItemId,
  listAnswer,
  ListOf,
  type ListQuery,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { RedeemBatchOfClub, RedeemCodeOfClub, RedeemUseOfClub } from './dto/redeem-codes.answers';
import { NewRedeemBatch, NothingBody } from './dto/redeem-codes.bodies';
import {
  BATCH_LIST,
  EXPORT_HEADINGS,
  FIXED_LIST,
  StaffRedeemBatchesService,
} from './staff-redeem-batches.service';

/** Batches of gift codes and coupons. */
@ClubStaffController('redeem_batches')
export class StaffRedeemBatchesController {
  constructor(private readonly batches: StaffRedeemBatchesService) {}

  @Get()
  @StaffOnly('redeem_codes.read')
  @Answers({ 200: listAnswer(RedeemBatchOfClub) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(BATCH_LIST) query: ListQuery) {
    return this.batches.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('redeem_codes.read')
  @Answers({ 200: RedeemBatchOfClub })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.batches.one(viewer, id);
  }

  /** The codes of a batch, without their texts. */
  @Get(':id/codes')
  @StaffOnly('redeem_codes.read')
  @Answers({ 200: listAnswer(RedeemCodeOfClub) })
  codes(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @ListOf(FIXED_LIST) query: ListQuery) {
    return this.batches.codes(viewer, id, query);
  }

  /** The orders that use codes of a batch. */
  @Get(':id/uses')
  @StaffOnly('redeem_codes.read')
  @Answers({ 200: listAnswer(RedeemUseOfClub) })
  uses(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @ListOf(FIXED_LIST) query: ListQuery) {
    return this.batches.uses(viewer, id, query);
  }

  /** Makes a batch with its codes. */
  @Post()
  @StaffOnly('redeem_codes.write')
  @Answers({ 201: RedeemBatchOfClub })
  async create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewRedeemBatch) {
    return new StaffAnswer(await this.batches.create(viewer, body), { status: 201 });
  }

  /** The codes as a CSV file, once. Afterwards only their digests are stored. */
  @Post(':id/export')
  @HttpCode(200)
  @StaffOnly('redeem_codes.export', { proof: true })
  @Answers(csvOf(EXPORT_HEADINGS))
  async export(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return csvFile(`codes-${id}`, EXPORT_HEADINGS, await this.batches.export(viewer, id));
  }

  /** Voids all codes of a batch. Orders that use one keep their price. */
  @Post(':id/void')
  @HttpCode(200)
  @StaffOnly('redeem_codes.write')
  @Answers({ 200: RedeemBatchOfClub })
  void(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return this.batches.voidBatch(viewer, id);
  }
}

/** Single codes. */
@ClubStaffController('redeem_codes')
export class StaffRedeemCodesController {
  constructor(private readonly batches: StaffRedeemBatchesService) {}

  /** Voids a code. An order that uses it keeps its price. */
  @Post(':id/void')
  @StaffOnly('redeem_codes.write')
  @Answers(DONE)
  void(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() _: NothingBody) {
    return this.batches.voidCode(viewer, id);
  }
}
