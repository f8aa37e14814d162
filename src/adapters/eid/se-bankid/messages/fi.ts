import type { Messages } from './message-id.ts';

/** Finnish, translated by us. */
export const fi: Messages = {
  RFA1: 'Käynnistä BankID-sovellus.',
  RFA3: 'Toiminto keskeytettiin. Yritä uudelleen.',
  RFA4: 'Henkilötunnuksellasi on jo käynnissä tunnistautuminen tai allekirjoitus. Yritä uudelleen.',
  RFA5: 'Jokin meni vikaan. Yritä uudelleen.',
  RFA6: 'Toiminto keskeytettiin.',
  RFA8: 'BankID-sovellus ei vastaa. Tarkista, että se on käynnissä ja että sinulla on internetyhteys. Yritä sitten uudelleen.',
  RFA9: 'Kirjoita turvakoodisi BankID-sovellukseen ja valitse tunnistautuminen tai allekirjoitus.',
  RFA13: 'BankID-sovellusta yritetään käynnistää.',
  RFA15A:
    'BankID:tä etsitään. Varmista, että sinulla on voimassa oleva BankID tällä tietokoneella. Jos BankID:si on kortilla, aseta kortti kortinlukijaan.',
  RFA15B: 'BankID:tä etsitään. Varmista, että sinulla on voimassa oleva BankID tällä laitteella.',
  RFA16: 'BankID:si on vanhentunut tai estetty. Käytä toista BankID:tä tai hanki uusi pankistasi.',
  RFA17A:
    'Sinulla ei näytä olevan BankID-sovellusta tai -ohjelmaa. Asenna se ja hanki BankID pankistasi.',
  RFA17B: 'QR-koodin lukeminen epäonnistui. Käynnistä BankID-sovellus ja lue QR-koodi.',
  RFA21: 'Tunnistautuminen tai allekirjoitus on käynnissä.',
  RFA22: 'Jokin meni vikaan. Yritä uudelleen.',
  RFA23: 'Kuvaa ja lue henkilöllisyystodistuksesi BankID-sovelluksella.',
  RFA24: 'Tee kasvojentunnistus BankID-sovelluksessa.',
  RFA25: 'Valitse BankID-sovelluksessa, miten haluat vahvistaa henkilöllisyytesi.',
  RFA26: 'Henkilöllisyystodistuksesi tarkistaminen epäonnistui. Yritä uudelleen.',
  RFA27: 'Kasvojentunnistus epäonnistui. Yritä uudelleen.',
  RFA28: 'Laitteessasi ei ole lukijaa, jota henkilöllisyystodistusten tarkistamiseen tarvitaan.',
  RFA29:
    'Laitteessasi on useita BankID-tunnisteita. Poista BankID-sovelluksessa kaikki paitsi yksi ja yritä uudelleen.',
  RFA30: 'Henkilöllisyytesi vahvistaminen epäonnistui. Yritä uudelleen.',
  updateApp: 'BankID-sovelluksesi on liian vanha tähän. Päivitä se ja yritä uudelleen.',
};
