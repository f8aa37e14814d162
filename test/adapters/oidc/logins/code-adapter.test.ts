import { expect, test } from '@jest/globals';
import type { Adapter } from 'oidc-provider';
import { codeAdapter } from '../../../../src/adapters/oidc/logins/code-adapter.ts';
import { forgetfulAdapter } from '../../../../src/adapters/oidc/storage/forgetful-adapter.ts';

function recorder() {
  const calls: string[] = [];
  const codes: Adapter = {
    ...forgetfulAdapter(),
    upsert: async (id) => void calls.push(`stored ${id}`),
    destroy: async (id) => void calls.push(`destroyed ${id}`),
  };
  return { calls, codes };
}

const CODE = { grantId: 'attempt', clientId: 'shop' };

test('a code is stored, and then the result of its login is given away', async () => {
  const { calls, codes } = recorder();
  const giveResult = async (id: string, to: string) => void calls.push(`gave ${id} to ${to}`);
  await codeAdapter({ codes, giveResult }).upsert('code', CODE, 60);
  expect(calls).toEqual(['stored code', 'gave attempt to shop']);
});

test('a code whose login was over is not kept', async () => {
  const { calls, codes } = recorder();
  const giveResult = () => Promise.reject(new Error('over'));
  await expect(codeAdapter({ codes, giveResult }).upsert('code', CODE, 60)).rejects.toThrow('over');
  expect(calls).toEqual(['stored code', 'destroyed code']);
});
