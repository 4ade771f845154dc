package io.tapgateway.app.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignInTest {
    private static final String HERE = "http://127.0.0.1:9401";

    private final Memory memory = new Memory();
    private final SecureRandom random = new SecureRandom();
    private final KeyPair pair = newPair("secp256r1");
    private long now = -5;

    private final SignIn signIn = started();

    @Test
    void a_link_lets_one_browser_in_once() {
        String code = signIn.newLink().reveal();

        Visit visit = signIn.enter(code, Optional.empty()).orElseThrow();

        assertThat(admits(signIn, visit)).isTrue();
        assertThat(signIn.enter(code, Optional.empty())).isEmpty();
        assertThat(signIn.enter(code + "x", Optional.empty())).isEmpty();
        assertThat(signIn.enter("", Optional.empty())).isEmpty();
    }

    @Test
    void a_link_is_good_for_an_hour() {
        String first = signIn.newLink().reveal();
        String second = signIn.newLink().reveal();

        now += SignIn.LINK_NANOS;
        assertThat(signIn.enter(first, Optional.empty())).isPresent();
        now++;
        assertThat(signIn.enter(second, Optional.empty())).isEmpty();
    }

    @Test
    void the_oldest_link_makes_room() {
        List<String> codes = IntStream.rangeClosed(0, SignIn.MAX_LINKS)
                .mapToObj(i -> signIn.newLink().reveal())
                .toList();

        assertThat(signIn.enter(codes.get(0), Optional.empty())).isEmpty();
        assertThat(signIn.enter(codes.get(1), Optional.empty())).isPresent();
    }

    @Test
    void the_cookie_alone_is_not_enough_because_every_port_of_the_machine_sees_it() {
        Visit visit = visitor();

        assertThat(signIn.admits(visit.cookie().reveal(), "")).isFalse();
        assertThat(signIn.admits("", visit.pass().reveal())).isFalse();
        assertThat(signIn.admits(visit.cookie().reveal(), visit.cookie().reveal()))
                .isFalse();
        assertThat(signIn.admits("", "")).isFalse();
    }

    @Test
    void a_browser_that_has_been_here_comes_back_after_a_restart() {
        Visit before = visitor();
        SignIn restarted = started();

        Optional<Visit> after = restarted.comeBack(proof(restarted.newChallenge(), HERE), HERE);

        assertThat(after).isPresent();
        assertThat(admits(restarted, after.orElseThrow())).isTrue();
        assertThat(admits(restarted, before)).isFalse();
    }

    @Test
    void the_tabs_of_a_browser_share_a_visit_as_they_share_the_cookie() {
        Visit first = visitor();

        assertThat(signIn.comeBack(proof(signIn.newChallenge(), HERE), HERE)).contains(first);
    }

    @Test
    void T06_an_answer_given_to_an_impostor_on_another_port_lets_nobody_in() {
        visitor();

        assertThat(signIn.comeBack(proof(signIn.newChallenge(), "http://127.0.0.1:9402"), HERE))
                .isEmpty();
    }

    @Test
    void a_challenge_is_signed_once() {
        visitor();
        SignIn.Proof proof = proof(signIn.newChallenge(), HERE);

        assertThat(signIn.comeBack(proof, HERE)).isPresent();
        assertThat(signIn.comeBack(proof, HERE)).isEmpty();
        assertThat(signIn.comeBack(proof("made up", HERE), HERE)).isEmpty();
    }

    @Test
    void the_oldest_challenge_makes_room() {
        visitor();
        List<String> challenges = IntStream.rangeClosed(0, SignIn.MAX_CHALLENGES)
                .mapToObj(i -> signIn.newChallenge())
                .toList();

        assertThat(signIn.comeBack(proof(challenges.get(0), HERE), HERE)).isEmpty();
        assertThat(signIn.comeBack(proof(challenges.get(1), HERE), HERE)).isPresent();
    }

    @Test
    void strangers_and_forged_signatures_do_not_come_back() {
        String challenge = signIn.newChallenge();
        assertThat(signIn.comeBack(proof(challenge, HERE), HERE)).isEmpty();

        visitor();
        String other = signIn.newChallenge();
        String forged = sign(newPair("secp256r1"), other + " " + HERE);
        assertThat(signIn.comeBack(new SignIn.Proof(encoded(pair), other, forged), HERE))
                .isEmpty();
        assertThat(signIn.comeBack(new SignIn.Proof(encoded(pair), signIn.newChallenge(), "!"), HERE))
                .isEmpty();
    }

    @Test
    void who_signs_out_is_forgotten_for_good() {
        Visit visit = visitor();

        signIn.leave(visit.cookie().reveal());

        assertThat(admits(signIn, visit)).isFalse();
        assertThat(memory.keys).isEmpty();
        assertThat(signIn.comeBack(proof(signIn.newChallenge(), HERE), HERE)).isEmpty();
    }

    @Test
    void what_is_no_key_of_the_right_kind_is_not_remembered() {
        for (String key : List.of("", "!", "AAAA", "A".repeat(10_000), encoded(newPair("secp384r1")))) {
            assertThat(signIn.enter(signIn.newLink().reveal(), Optional.of(key)))
                    .as("the link is good all the same")
                    .isPresent();
        }

        assertThat(memory.keys).isEmpty();
    }

    @Test
    void the_browser_that_came_first_makes_room() {
        visitor();
        for (int i = 0; i < SignIn.MAX_BROWSERS; i++) {
            signIn.enter(signIn.newLink().reveal(), Optional.of(encoded(newPair("secp256r1"))));
        }

        assertThat(memory.keys).hasSize(SignIn.MAX_BROWSERS).doesNotContain(encoded(pair));
    }

    @Test
    void a_damaged_memory_costs_a_link_and_nothing_else() {
        memory.keys = List.of("rubbish", encoded(pair));

        SignIn restarted = started();

        assertThat(restarted.comeBack(proof(restarted.newChallenge(), HERE), HERE))
                .isPresent();
    }

    private Visit visitor() {
        return signIn.enter(signIn.newLink().reveal(), Optional.of(encoded(pair)))
                .orElseThrow();
    }

    private SignIn started() {
        return new SignIn(memory, random, () -> now);
    }

    private SignIn.Proof proof(String challenge, String origin) {
        return new SignIn.Proof(encoded(pair), challenge, sign(pair, challenge + " " + origin));
    }

    private static boolean admits(SignIn signIn, Visit visit) {
        Secret cookie = visit.cookie();
        return signIn.admits(cookie.reveal(), visit.pass().reveal());
    }

    private static String encoded(KeyPair pair) {
        return Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
    }

    private static String sign(KeyPair pair, String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(pair.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair newPair(String curve) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Memory implements BrowserMemory {
        private List<String> keys = List.of();

        @Override
        public List<String> recall() {
            return keys;
        }

        @Override
        public void keep(List<String> all) {
            keys = new ArrayList<>(all);
        }
    }
}
