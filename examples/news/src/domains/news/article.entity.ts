import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';

/** An article of a fan club's news. */
@Entity('articles')
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'slug'])
@Index(['fanclubId', 'planId'])
@Index(['fanclubId', 'publishedAt', 'id'])
export class Article extends FanclubRow {
  /** Unique in the fan club. */
  @Column('text') slug!: string;
  @Column('text') title!: string;
  @Column('text') teaser!: string;
  /** HTML. */
  @Column('text') body!: string;
  /** A time in the future: not published yet. */
  @Column('timestamptz') publishedAt!: Date;
  /** The plan whose members alone may read the body. Null: everybody may. */
  @Column('bigint', { nullable: true }) planId!: number | null;
}
