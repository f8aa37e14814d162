import { describe, expect, test } from '@jest/globals';

import { readDemoSettings } from '../src/settings.ts';

describe('the settings of the demo', () => {
  test('have the usual ports and data folder', () => {
    expect(readDemoSettings({}, '/project/.data')).toEqual({
      dataFolder: '/project/.data',
      ports: {
        service: 3000,
        health: 3001,
        management: 3002,
        simulator: 3010,
        phone: 3011,
        oidcSimulator: 3012,
        restSimulator: 3013,
        client: 3020,
      },
      startUrl: 'http://localhost:3030',
    });
  });

  test('follow the variables', () => {
    const env = {
      DATA_DIR: '/elsewhere',
      PORT: '4000',
      HEALTH_PORT: '4001',
      MANAGEMENT_PORT: '4002',
      SIMULATOR_PORT: '4010',
      PHONE_PORT: '4011',
      OIDC_SIMULATOR_PORT: '4012',
      REST_SIMULATOR_PORT: '4013',
      DEMO_CLIENT_PORT: '4020',
      DEMO_START_URL: 'http://localhost:4030',
      DATABASE_URL: 'postgresql://me@host/mine',
      LOG_LEVEL: 'debug',
    };
    expect(readDemoSettings(env, '/project/.data')).toEqual({
      dataFolder: '/elsewhere',
      ports: {
        service: 4000,
        health: 4001,
        management: 4002,
        simulator: 4010,
        phone: 4011,
        oidcSimulator: 4012,
        restSimulator: 4013,
        client: 4020,
      },
      startUrl: 'http://localhost:4030',
      databaseUrl: 'postgresql://me@host/mine',
      logLevel: 'debug',
    });
  });

  test('treat an empty variable as unset', () => {
    const env = { DATA_DIR: '', PORT: '', DATABASE_URL: '', LOG_LEVEL: '' };
    expect(readDemoSettings(env, '/usual')).toEqual(readDemoSettings({}, '/usual'));
  });

  test.each(['0', '65536', 'abc', '-1', '3000.5', '1e3'])('refuse %s as a port', (text) => {
    expect(() => readDemoSettings({ PHONE_PORT: text }, '/usual')).toThrow(
      `PHONE_PORT must be a port number from 1 to 65535, not "${text}"`,
    );
  });

  test('refuse one port for two servers', () => {
    expect(() => readDemoSettings({ PORT: '3020' }, '/usual')).toThrow(
      'port 3020 cannot serve both the service (PORT) and the demo client (DEMO_CLIENT_PORT)',
    );
  });

  test.each(['mysql://me:geheim@host/db', 'geheim'])('refuse %s without repeating it', (url) => {
    expect(() => readDemoSettings({ DATABASE_URL: url }, '/usual')).toThrow(
      /^DATABASE_URL must be a URL such as postgres:\/\/user@host\/database$/,
    );
  });
});
