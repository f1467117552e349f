import { Delete, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import {
  ClubStaffController,
  CurrentStaff,
  DONE,
  ItemId,
  StaffBody,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { AddedNote } from './dto/member.answers';
import { NoteBody } from './dto/member.bodies';
import { MemberNotesService } from './member-notes.service';

/** Notes about members. The page of a member shows them. */
@ClubStaffController('members/:id/notes')
export class MemberNotesController {
  constructor(private readonly notes: MemberNotesService) {}

  /** Adds a note, with its author and time. */
  @Post()
  @StaffOnly('members.notes')
  @Answers({ 200: AddedNote })
  add(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number, @StaffBody() { text }: NoteBody) {
    return this.notes.add(viewer, id, text);
  }
}

/** A note about a member. */
@ClubStaffController('member_notes')
export class MemberNoteController {
  constructor(private readonly notes: MemberNotesService) {}

  /** Support deletes only its own notes. */
  @Delete(':id')
  @StaffOnly('members.notes')
  @Answers(DONE)
  delete(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.notes.delete(viewer, id);
  }
}
