import { member, viewerOf, visitor } from '#platform/access/viewer.fixtures';
import { visibleArticle } from './article.rules';

const articleOf = (planId: number | null) => ({
  id: 1,
  slug: 'tour',
  title: 'On tour',
  teaser: 'We play again',
  body: '<p>In May</p>',
  publishedAt: new Date(0),
  planId,
});

describe('an article for everybody', () => {
  it('is available to a visitor without a session', () => {
    expect(visibleArticle(articleOf(null), visitor())).toMatchObject({
      isAvailable: true,
      body: '<p>In May</p>',
    });
  });
});

describe('an article for the members of a plan', () => {
  const subscriber = member();
  const planId = subscriber.membership!.plan.id;

  it('is available to them', () => {
    expect(visibleArticle(articleOf(planId), subscriber)).toMatchObject({
      isAvailable: true,
      body: '<p>In May</p>',
    });
  });

  it.each([
    ['members of another plan', subscriber, planId + 1],
    ['visitors', visitor(), planId],
    ['customers without a subscription', viewerOf(), planId],
  ])('has no body for %s', (_, viewer, plan) => {
    expect(visibleArticle(articleOf(plan), viewer)).toMatchObject({ isAvailable: false, body: null });
  });
});
