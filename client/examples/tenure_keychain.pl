#!/usr/bin/perl
# A client of Tenure's keychain for Perl, with core modules only. docs/keychain.md has the protocol.
#
#   my $keychain = Tenure::Keychain->new(url => 'http://127.0.0.1:8081');
#   my $claim = $keychain->claim(resource => 'db-master', ttl => 15, timeout => 60);
#   ... work with $claim->{fencing_token}; $keychain->check('db-master') dies if it was lost ...
#   $keychain->release('db-master');
package Tenure::Keychain;
use strict;
use warnings;
use IPC::Open2;
use JSON::PP;

sub new {
    my ($class, %with) = @_;
    my @command = @{ $with{command} || [ 'tenure', 'keychain' ] };
    my $pid = open2(my $out, my $in, @command, '--url', $with{url});
    $in->autoflush(1);
    return bless { pid => $pid, in => $in, out => $out, next => 1 }, $class;
}

# Waits until the resource is held; returns the event `active`.
sub claim {
    my ($self, %with) = @_;
    my $id = $self->_request('claim', %with)->{id};
    my $event = $self->_await(sub { ($_[0]{id} // '') eq $id && $_[0]{event} =~ /^(active|failed|lost)$/ });
    die "$event->{reason}: $event->{detail}\n" if $event->{event} ne 'active';
    return $event;
}

# Dies unless the resource is surely held; needs no network.
sub check {
    my ($self, $resource) = @_;
    $self->_request('validate', resource => $resource)->{held} or die "$resource is lost\n";
}

sub release {
    my ($self, $resource) = @_;
    $self->_request('release', resource => $resource);
    $self->_await(sub { $_[0]{resource} eq $resource && $_[0]{event} =~ /^(released|failed|lost)$/ });
}

# The keychain releases everything and ends.
sub close { my ($self) = @_; CORE::close($self->{in}); waitpid($self->{pid}, 0); }

sub _request {
    my ($self, $do, %fields) = @_;
    my $id = $self->{next}++;
    print { $self->{in} } encode_json({ id => $id, do => $do, %fields }), "\n";
    while (1) {
        my $message = $self->_read;
        if (exists $message->{reply} && defined $message->{id} && $message->{id} eq $id) {
            die "$message->{error}: $message->{detail}\n" unless $message->{ok};
            return $message;
        }
        push @{ $self->{events} }, $message if exists $message->{event};
    }
}

sub _await {
    my ($self, $wanted) = @_;
    while (1) {
        my $message = shift @{ $self->{events} } || $self->_read;
        return $message if exists $message->{event} && $message->{event} ne 'hello' && $wanted->($message);
    }
}

sub _read {
    my ($self) = @_;
    my $line = readline($self->{out}) // die "the keychain is gone; nothing is renewed any more\n";
    return decode_json($line);
}

package main;

# perl tenure_keychain.pl URL RESOURCE SECONDS: holds a resource for a while.
if (!caller) {
    my ($url, $resource, $seconds) = @ARGV;
    my $keychain = Tenure::Keychain->new(url => $url);
    my $claim = $keychain->claim(resource => $resource, ttl => 15);
    print "holding $resource with the fencing token $claim->{fencing_token}\n";
    sleep $seconds;
    $keychain->check($resource);
    $keychain->release($resource);
    $keychain->close;
    print "released $resource\n";
}

1;
