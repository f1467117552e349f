import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Article } from './article.entity';

/** A customer's like of an article; the key allows one each. */
@Entity('article_likes')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Article, ['fanclubId', 'articleId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Index(['fanclubId', 'customerId'])
@PersonalRows<ArticleLike>({ of: 'customerId', merged: { unlessAlike: ['articleId'] }, deleted: {} })
export class ArticleLike {
  @PrimaryColumn('bigint') fanclubId!: number;
  @PrimaryColumn('bigint') articleId!: number;
  @PrimaryColumn('bigint') customerId!: number;
}
